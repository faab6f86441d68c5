"""Search with hidden information over the table of functions: what one seat can know decides where a tree branches.

A node is what the searching seat sees (its view in the determinized world) and whose turn it is. So two worlds that
the seat cannot tell apart share their nodes, and what others choose in secret, at the same time or by laying cards face
down, never branches the tree before it is revealed.
"""
from libc.stdint cimport int32_t, int64_t, uint16_t, uint32_t, uint64_t

from cardgames._core.rollout cimport cg_roller
from cardgames._core.table cimport cg_evaluation, cg_limits, cg_policy, cg_rng, cg_table

cdef enum:
    SEARCH_UCB = 0       # ways to choose: upper confidence bounds with availability counts,
    SEARCH_PUCT = 1      # predictor + UCB,
    SEARCH_FLAT = 2      # no tree: the actions of the root in turn
    SEARCH_BAD_WEIGHTS = 1   # faults
    SEARCH_BAD_RETURNS = 2
    SEARCH_PATH = 512    # the most decisions that one simulation makes inside the tree

# An action that was once legal in a node.
ctypedef struct cg_edge:
    int32_t action
    float weight         # that a policy gives it beside the other actions of the node
    uint32_t visits
    uint32_t available   # simulations in which it was legal
    double value         # sum of the returns of the seat that chooses,
    double squares       # and of their squares

# Its edges lie side by side, ascending by action. When there is no room for one more they move to where there is.
ctypedef struct cg_node:
    uint64_t key         # 0: a free place
    int32_t first        # its first edge,
    uint16_t count       # how many it has,
    uint16_t room        # and how many it may have there

ctypedef struct cg_search:
    const cg_table *table
    const cg_limits *limits
    const void *root             # the state that is searched
    void *world                  # a determinization of it, in which a simulation plays
    void *view
    cg_node *nodes               # a hash table
    cg_edge *edges
    uint64_t node_places         # a power of 2
    uint64_t node_count
    int64_t edge_places
    int64_t edge_count
    bint is_full                 # there is no room for more nodes or edges
    bint is_stopped              # a function of the user failed
    int32_t fault                # what a native one gave that cannot be used
    cg_policy policy             # NULL: all actions have the same weight
    void *policy_context
    cg_evaluation evaluation     # NULL: the scores so far decide what a game that is not over is worth
    void *evaluation_context
    cg_roller roller
    cg_rng rng
    int32_t seat                 # that searches
    int32_t mode
    int32_t max_playout          # actions of a playout after which the scores decide; -1: none
    int32_t deepest              # decisions in the tree
    double exploration
    int64_t simulations
    int64_t depths               # sum of the depths of all simulations
    int32_t path_length
    int32_t[SEARCH_PATH] path    # edges of the present simulation,
    int32_t[SEARCH_PATH] chooser  # and who chose them

cdef void search_simulate(cg_search *s) noexcept nogil
cdef void search_run(cg_search *s, int64_t simulations) noexcept nogil
