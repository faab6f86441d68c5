"""The engine has no Python names: it is used through its .pxd."""
