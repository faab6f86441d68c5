"""`cardgames serve`: games for programs in any language, over lines of JSON.

A line is a request, and each gets one line as its reply. `cardgames.serve.service.Service` is the
server without any transport: it takes lines and gives lines. docs/serve.md has the protocol.

The package needs the extra `[serve]`.
"""
