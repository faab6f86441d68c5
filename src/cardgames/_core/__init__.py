"""The core: rules and generic algorithms in Cython, without the GIL and without Python objects in
hot paths.

What the facade relies on, and nothing else:

`state.State`, base of all states
    Everything in api.md that needs no names of cards or texts. It asks its game for those through
    hooks, see `cardgames.game.Game`.
`state.CoreGame`, base of the games' cores
    Sizes, `new_state(owner, seed)`, `state_from_bytes(owner, data, text)`,
    `run_games(first, count, seed, scores, lengths, choices, max_choices, winners, truncated)`.
`state.game_of_bytes(data)`
    The text of the game that saved bytes belong to.
`<game>.Core<Game>(...)`
    The core of a game from checked options; `state_from_fields(owner, fields)` makes a state from
    plain numbers or returns the code of what is wrong with them.
`<game>.<Game>State.fields(player)`
    What a viewer sees, as plain numbers, read from the view struct only.
`vector.VectorCore(owner, count, seed, threads, observations, masks, scales, wide)`
    The games of a `cardgames.vector.VectorGame`: `arrays` (name to memory), `step(actions)`,
    `reset(seed)`, `random_actions(out)`, `state(i)`, `seed_of(env, episode)`.
`search.CoreSearch(...)`, `search.MODES`
    One tree of `cardgames.search`: `run(simulations)`, `root_edges()`, and counts.
`solver.CoreSolver(state, memory)`
    `run(steps)`, `solution()`, `positions`.
`playouts.run_playouts(...)`
    A block of playouts from a position, with any kind of rollout.
`callbacks.NativeFunction`, `callbacks.KINDS`
    A function in native code that searches and playouts call.
`native.NativeGame(game)`, `native.state_address(state)`, `native.read_state(game, address)`,
`native.api_address()`, `native.capsule`
    What `cardgames.native` gives to native code.

Errors in the core are codes; the facade has their words.
"""
