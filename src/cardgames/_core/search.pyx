"""Bodies of the functions in search.pxd, and a class that holds a search."""
cimport cython
from libc.math cimport NAN, log, sqrt
from libc.stdint cimport INT32_MAX, int32_t, int64_t, uint16_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memcpy, memset

from cardgames._core.callbacks cimport MOST_WEIGHT, Callback, make_callback, set_roller
from cardgames._core.engine cimport engine_key, engine_value
from cardgames._core.hash_table cimport MOST_PLACES, power_of_two
from cardgames._core.rng cimport rng_below, rng_next, rng_seed, rng_stream
from cardgames._core.rollout cimport roll_out
from cardgames._core.state cimport State
from cardgames._core.table cimport CG_MAX_ACTIONS, CG_MAX_PLAYERS, cg_evaluation, cg_policy

from cardgames.errors import CardGamesError


# --- The tree ---

cdef cg_node *find_node(cg_search *s, int32_t player) noexcept nogil:
    """The node of the world as it is now; a new one if there is none; NULL if there is no room."""
    cdef uint64_t key, place
    s.table.view(s.limits, s.world, s.seat, s.view)
    key = engine_key(s.view, s.limits.view_size, <uint64_t>player)
    place = key & (s.node_places - 1)
    while s.nodes[place].key:
        if s.nodes[place].key == key:
            return &s.nodes[place]
        place = (place + 1) & (s.node_places - 1)
    if s.node_count >= s.node_places - s.node_places // 4:
        s.is_full = True
        return NULL
    s.node_count += 1
    s.nodes[place].key = key
    return &s.nodes[place]


cdef bint make_room(cg_search *s, cg_node *node, int32_t need) noexcept nogil:
    """Room for so many edges in one place; False if there is none."""
    cdef int32_t room = max(need, min(2 * node.room, s.limits.num_actions))
    if need <= node.room:
        return True
    if s.edge_count + room > s.edge_places:
        s.is_full = True
        return False
    memcpy(&s.edges[s.edge_count], &s.edges[node.first], node.count * sizeof(cg_edge))
    node.first = <int32_t>s.edge_count
    node.room = <uint16_t>room
    s.edge_count += room
    return True


cdef void ask_weights(cg_search *s, const cg_edge *block, int32_t held, int32_t player, const int32_t *actions,
                      int32_t count, double *weights) noexcept nogil:
    """Weights of these actions that go with those of the edges that are there already; by the policy, or 1 each."""
    cdef double known = 0, shares = 0
    cdef int32_t i, place = 0
    for i in range(count):
        weights[i] = NAN if s.policy != NULL else 1     # what a policy leaves so is noticed
    if s.policy == NULL:
        return
    s.policy(s.policy_context, s.limits, s.world, player, actions, count, weights)
    share_weights(s, weights, count)
    # In another world other actions are legal, and the same share of them all means another weight.
    for i in range(count):
        while place < held and block[place].action < actions[i]:
            place += 1
        if place < held and block[place].action == actions[i]:
            known += block[place].weight
            shares += weights[i]
    if known > 0 and shares > 0:
        for i in range(count):
            weights[i] = min(weights[i] * (known / shares), MOST_WEIGHT)


cdef void share_weights(cg_search *s, double *weights, int32_t count) noexcept nogil:
    """Makes the sum of a policy's weights 1; stops the search if they cannot be weights."""
    cdef double total = 0
    cdef int32_t i
    for i in range(count):
        if not 0 <= weights[i] <= MOST_WEIGHT:
            total = 0
            break
        total += weights[i]
    if not total > 0:
        s.fault = SEARCH_BAD_WEIGHTS
        s.is_stopped = True
    for i in range(count):
        weights[i] = weights[i] / total if total > 0 else 1


cdef bint add_edges(cg_search *s, cg_node *node, int32_t player, const int32_t *actions, int32_t count,
                    int32_t missing) noexcept nogil:
    """Gives the node edges for the actions that have none, as many as are missing; False if there is no room."""
    cdef double[CG_MAX_ACTIONS] weights
    cdef int32_t i, old = <int32_t>node.count - 1, new
    cdef cg_edge *block
    if not make_room(s, node, node.count + missing):
        return False
    block = &s.edges[node.first]
    ask_weights(s, block, node.count, player, actions, count, weights)
    node.count += missing
    new = node.count - 1
    i = count - 1
    while new > old:     # from the back; whatever lies before the first new one stays where it is
        if old >= 0 and block[old].action >= actions[i]:
            i -= block[old].action == actions[i]
            block[new] = block[old]
            old -= 1
        else:
            memset(&block[new], 0, sizeof(cg_edge))
            block[new].action = actions[i]
            block[new].weight = <float>weights[i]
            i -= 1
        new -= 1
    return True


cdef int32_t meet_edges(cg_search *s, cg_node *node, int32_t player, const int32_t *actions, int32_t count,
                        int32_t *edges) noexcept nogil:
    """Writes the edges of these actions, ascending, and returns how many have one."""
    cdef const cg_edge *block = &s.edges[node.first]
    cdef int32_t i, place = 0, found = 0
    for i in range(count):
        while place < node.count and block[place].action < actions[i]:
            place += 1
        if place < node.count and block[place].action == actions[i]:
            edges[found] = node.first + place
            found += 1
    if found < count and add_edges(s, node, player, actions, count, count - found):
        return meet_edges(s, node, player, actions, count, edges)
    return found


cdef int32_t choose_edge(cg_search *s, const int32_t *edges, int32_t count) noexcept nogil:
    """The edge to follow, by the mode; of equals any with the same probability. Counts that all were available."""
    cdef int32_t i, best = edges[0], equals = 0
    cdef uint32_t available = 0
    cdef double score, share, best_score = -1e300, weights = 0, log_available = 0
    cdef cg_edge *e
    for i in range(count):
        s.edges[edges[i]].available += 1
        weights += s.edges[edges[i]].weight
    for i in range(count):
        e = &s.edges[edges[i]]
        if s.mode == SEARCH_FLAT:
            score = -<double>e.visits
        elif s.mode == SEARCH_PUCT:
            score = e.value / e.visits if e.visits else 0
            # Those that are legal here may all have no weight beside others: then they are alike.
            share = s.exploration * e.weight / weights if weights > 0 else s.exploration / count
            score += share * sqrt(<double>e.available) / (1 + <double>e.visits)
        elif e.visits == 0:
            score = 1e300
        else:
            if e.available != available:      # mostly they are alike
                available = e.available
                log_available = log(<double>available)
            score = e.value / e.visits + s.exploration * sqrt(log_available / e.visits)
        if score > best_score:
            best_score = score
            best = edges[i]
            equals = 1
        elif score == best_score:
            equals += 1
            if rng_below(&s.rng, equals) == 0:
                best = edges[i]
    return best


cdef void evaluate(cg_search *s, double *returns) noexcept nogil:
    """What the world is worth to each seat after the playout; stops the search if that can be no return."""
    cdef int32_t i
    if s.evaluation == NULL or s.table.is_over(s.limits, s.world):
        engine_value(s.table, s.limits, s.world, returns)
        return
    for i in range(s.limits.num_players):
        returns[i] = NAN     # what is left so is noticed
    s.evaluation(s.evaluation_context, s.limits, s.world, returns)
    for i in range(s.limits.num_players):
        if not -1 <= returns[i] <= 1:
            s.fault = SEARCH_BAD_RETURNS
            s.is_stopped = True
            returns[i] = 0


cdef void search_simulate(cg_search *s) noexcept nogil:
    """One simulation: a new world, a way through the tree to its first new edge, a playout, and what it is worth."""
    cdef int32_t[CG_MAX_ACTIONS] actions
    cdef int32_t[CG_MAX_ACTIONS] edges
    cdef double[CG_MAX_PLAYERS] returns
    cdef int32_t player = s.seat, count, edge, i
    cdef bint is_new = False
    cdef cg_node *node
    memcpy(s.world, s.root, s.limits.state_size)
    s.table.determinize(s.limits, s.world, s.seat, rng_next(&s.rng))
    s.path_length = 0
    while player >= 0 and not is_new and s.path_length < SEARCH_PATH:
        count = s.table.legal(s.limits, s.world, player, actions)
        if count == 1:       # what is forced costs nothing
            s.table.apply_unchecked(s.limits, s.world, player, actions[0])
        else:
            node = find_node(s, player)
            if node == NULL:
                break
            count = meet_edges(s, node, player, actions, count, edges)
            if count == 0:
                break
            edge = choose_edge(s, edges, count)
            is_new = s.edges[edge].visits == 0 or s.mode == SEARCH_FLAT
            s.path[s.path_length] = edge
            s.chooser[s.path_length] = player
            s.path_length += 1
            s.table.apply_unchecked(s.limits, s.world, player, s.edges[edge].action)
        player = s.table.current_player(s.limits, s.world)
    roll_out(&s.roller, s.world, s.max_playout)
    evaluate(s, returns)
    for i in range(s.path_length):
        s.edges[s.path[i]].visits += 1
        s.edges[s.path[i]].value += returns[s.chooser[i]]
        s.edges[s.path[i]].squares += returns[s.chooser[i]] * returns[s.chooser[i]]
    s.simulations += 1
    s.depths += s.path_length
    s.deepest = max(s.deepest, s.path_length)


cdef void search_run(cg_search *s, int64_t simulations) noexcept nogil:
    """So many simulations, or as many as there is room for."""
    while simulations > 0 and not s.is_full and not s.is_stopped:
        search_simulate(s)
        simulations -= 1


cdef enum:
    EDGES_PER_NODE = 6       # that a search has room for when its memory is full

cdef dict FAULTS = {
    SEARCH_BAD_WEIGHTS: f"the native policy's weights must be from 0 to {MOST_WEIGHT:g}, and not all 0",
    SEARCH_BAD_RETURNS: "the native evaluation's returns must be from -1 to 1",
}
MODES = {"ucb": SEARCH_UCB, "puct": SEARCH_PUCT, "flat": SEARCH_FLAT}


@cython.final
cdef class CoreSearch:
    """One tree, for one thread at a time. Its arguments are checked by `cardgames.search`."""
    cdef cg_search s
    cdef State root
    cdef tuple callbacks       # functions of the user, or None; nobody can take them away
    cdef bint is_busy

    def __cinit__(self, State state not None, int32_t seat, int mode, double exploration, object rollout,
                  int32_t max_playout, uint64_t seed, uint64_t stream, int64_t simulations, uint64_t memory,
                  object policy, object evaluation):
        cdef cg_search *s = &self.s
        cdef Callback callback
        cdef uint64_t places = memory // <uint64_t>(sizeof(cg_node) + EDGES_PER_NODE * sizeof(cg_edge))
        # A simulation makes one node at the most. It can have every action, and as many places left behind.
        cdef uint64_t most_nodes = <uint64_t>max(min(simulations, INT32_MAX), 1) + 8
        if not 0 <= seat < state.core.limits.num_players:
            raise ValueError("the seat was not checked")
        self.root = state.copy()         # nobody else can change it
        s.table = state.table
        s.limits = state.core.limits
        s.root = self.root.data
        s.seat = seat
        s.mode = mode
        s.exploration = exploration
        s.max_playout = max_playout
        s.node_places = min(power_of_two(min(places, <uint64_t>MOST_PLACES)),
                            2 * power_of_two(min(4 * most_nodes // 3, <uint64_t>MOST_PLACES)))
        memory -= min(memory, s.node_places * sizeof(cg_node))
        s.edge_places = max(min(memory // sizeof(cg_edge), 2 * most_nodes * s.limits.num_actions, <uint64_t>INT32_MAX),
                            <uint64_t>CG_MAX_ACTIONS)
        s.nodes = <cg_node *>calloc(s.node_places, sizeof(cg_node))
        s.edges = <cg_edge *>calloc(s.edge_places, sizeof(cg_edge))
        s.world = malloc(s.limits.state_size)
        s.view = malloc(s.limits.view_size)
        if s.nodes == NULL or s.edges == NULL or s.world == NULL or s.view == NULL:
            raise MemoryError
        rng_seed(&s.rng, rng_stream(seed, stream))
        self.callbacks = (set_roller(&s.roller, self.root, rollout, &s.rng, &s.is_stopped),)
        if policy is not None:
            callback = make_callback(self.root, policy, "policy", &s.is_stopped)
            self.callbacks += (callback,)
            s.policy = <cg_policy>callback.address
            s.policy_context = callback.context
        if evaluation is not None:
            callback = make_callback(self.root, evaluation, "evaluation", &s.is_stopped)
            self.callbacks += (callback,)
            s.evaluation = <cg_evaluation>callback.address
            s.evaluation_context = callback.context

    def __dealloc__(self):
        free(self.s.nodes)
        free(self.s.edges)
        free(self.s.world)
        free(self.s.view)

    cdef cg_search *held(self) except NULL:
        """The search, if no other thread is at it."""
        if self.is_busy:
            raise RuntimeError("the search is used by another thread")
        return &self.s

    def run(self, int64_t simulations):
        """So many simulations, without the GIL; fewer when there is no more room."""
        cdef cg_search *s = self.held()
        cdef Callback callback
        self.is_busy = True
        with nogil:
            search_run(s, simulations)
        self.is_busy = False
        if s.is_stopped:
            for callback in self.callbacks:
                if callback is not None:
                    callback.raise_error()
            raise CardGamesError(FAULTS[s.fault])

    @property
    def simulations(self):
        return self.s.simulations

    @property
    def nodes(self):
        return self.s.node_count

    @property
    def is_full(self):
        """Whether there is no room for more nodes or actions."""
        return self.s.is_full

    @property
    def deepest(self):
        return self.s.deepest

    @property
    def depths(self):
        return self.s.depths

    def root_edges(self):
        """Of each action of the root, ascending: action, visits, sum of returns, sum of their squares, weight."""
        cdef cg_search *s = self.held()
        cdef const cg_node *node
        cdef const cg_edge *edge
        cdef int32_t i
        memcpy(s.world, s.root, s.limits.state_size)
        result = []
        if s.simulations == 0:
            return result
        node = find_node(s, s.seat)
        if node == NULL:
            return result
        for i in range(node.count):
            edge = &s.edges[node.first + i]
            result.append((edge.action, edge.visits, edge.value, edge.squares, edge.weight))
        return result
