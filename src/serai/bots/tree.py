"""A search tree guided by a network, in compiled code that calls the rules of any game.

Every walk down the tree redeals what is hidden. A decision that reveals a card leads to one node for each position that
the players may see after it, so that values are means over all outcomes and nobody counts on a hidden card.
"""

from typing import Any, NamedTuple

import numpy as np

from serai.bots.beam import hash_of
from serai.bots.evaluation import forget, sensible
from serai.core.bits import WORD, Bitset, first, rest_of, total
from serai.core.compiled import compiled, entry
from serai.core.phases import Phase
from serai.core.records import NONE, State, States, Values, empty_states, record
from serai.core.rounds import outranks
from serai.core.spec import apply, redeal, score
from serai.networks.exponential import exponential

NODES = 1 << 15
EDGES = 1 << 19
TABLE = 1 << 16
DEEPEST = 96
SEATS = 5
TRIES = 64
HALF = np.uint64(32)

NODE = record(
    ("first", np.int32),  # index of its first edge, NONE until the network has evaluated it
    ("edges", np.int32),  # number of its edges
    ("visits", np.int32),  # walks that passed through
    ("seat", np.int32),  # who decides
    ("value", np.float32),  # the seat's chance to win, as the network evaluated it
    ("worth", np.float32),  # sum of the seat's chances at the ends of the walks
)
EDGE = record(
    ("prior", np.float32),  # the network's probability of the action; they sum to 1
    ("worth", np.float32),  # sum of the deciding seat's chances at the ends of the walks
    ("visits", np.int32),
    ("action", np.int32),
)
Records = np.ndarray[Any, np.dtype[np.record]]


class Choice(NamedTuple):
    """What a search found: actions with their visits and mean chances, best first."""

    actions: list[int]
    visits: list[int]
    chances: list[float]
    points: float


class Tree(NamedTuple):
    """The arrays of a tree, and the walks waiting for the network."""

    nodes: Records
    edges: Records
    keys: Bitset  # a hash table of nodes by edge and position, valid where the stamp is current
    found: np.ndarray[Any, Any]
    stamp: np.ndarray[Any, Any]
    counters: np.ndarray[Any, Any]  # the stamp, nodes, edges
    walks: States  # the position at the end of each walk
    path: np.ndarray[Any, Any]  # the edges of each walk
    came: np.ndarray[Any, Any]  # the nodes those edges start from
    length: np.ndarray[Any, Any]
    leaf: np.ndarray[Any, Any]  # the node at the end, NONE when the game is over there
    seen: States  # scratch space for a position without what is hidden
    seen_words: Bitset
    mask: Bitset


STAMP, NODE_COUNT, EDGE_COUNT = range(3)


def tree(dtype: np.dtype[Any], words: int, walks: int) -> Tree:
    """Allocates a tree and a batch of walks."""
    seen = empty_states(dtype, 1)
    return Tree(
        np.zeros(NODES, NODE),
        np.zeros(EDGES, EDGE),
        np.zeros(TABLE, np.uint64),
        np.zeros(TABLE, np.int32),
        np.zeros(TABLE, np.int64),
        np.zeros(3, np.int64),
        empty_states(dtype, walks),
        np.zeros((walks, DEEPEST), np.int32),
        np.zeros((walks, DEEPEST), np.int32),
        np.zeros(walks, np.int32),
        np.zeros(walks, np.int32),
        seen,
        seen.view(np.uint64).reshape(1, -1),
        np.zeros(words, np.uint64),
    )


@entry
def plant(t: Tree) -> None:
    """Begins a new tree with its root."""
    t.counters[STAMP] += 1
    t.counters[NODE_COUNT] = 0
    t.counters[EDGE_COUNT] = 0
    new_node(t)


@compiled
def new_node(t: Tree) -> int:
    """Returns a new, unevaluated node."""
    place = t.counters[NODE_COUNT]
    node = t.nodes[place]
    node.first = NONE
    node.edges = 0
    node.visits = 0
    node.worth = 0.0
    t.counters[NODE_COUNT] += 1
    return place


@entry
def full(t: Tree, walks: int) -> bool:
    """Returns whether the tree may lack room for this many more walks."""
    return t.counters[NODE_COUNT] + walks >= NODES or t.counters[EDGE_COUNT] + walks * WORD * 2 >= EDGES


@compiled
def only_action(values: Values, t: Tree, state: State) -> int:
    """Returns the only sensible action, NONE if there are several."""
    sensible(values, state, t.mask)
    if total(t.mask) != 1:
        return NONE
    for word in range(len(t.mask)):
        if t.mask[word] != 0:
            return word * WORD + first(t.mask[word])
    return NONE


@compiled
def pass_by(values: Values, t: Tree, state: State) -> None:
    """Takes forced decisions until there is a choice or the game is over."""
    while state.phase != Phase.OVER:
        action = only_action(values, t, state)
        if action == NONE:
            return
        apply(values, state, action)


@compiled
def best_edge(t: Tree, place: int, curious: float, doubt: float) -> int:
    """Returns the edge with the best PUCT score; an untried edge is rated below its node."""
    node = t.nodes[place]
    tried = 0.0
    for edge in range(node.first, node.first + node.edges):
        if t.edges[edge].visits > 0:
            tried += t.edges[edge].prior
    mean = (node.value + node.worth) / (1 + node.visits)
    untried = max(0.0, mean - doubt * np.sqrt(tried))
    reach = curious * np.sqrt(node.visits + 1.0)
    best, most = node.first, -1.0
    for edge in range(node.first, node.first + node.edges):
        e = t.edges[edge]
        worth = e.worth / e.visits if e.visits > 0 else untried
        worth += reach * e.prior / (1 + e.visits)
        if worth > most:
            best, most = edge, worth
    return best


@compiled
def child(t: Tree, edge: int, state: State) -> int:
    """Returns the node that an edge leads to in a position, found by a hash of what is not hidden."""
    t.seen[0] = state
    forget(t.seen[0])
    key = hash_of(t.seen_words[0]) ^ (np.uint64(edge) << HALF)
    stamp = t.counters[STAMP]
    place = np.int64(key & np.uint64(TABLE - 1))
    for _ in range(TRIES):
        if t.stamp[place] != stamp:
            t.stamp[place] = stamp
            t.keys[place] = key
            t.found[place] = new_node(t)
            return t.found[place]
        if t.keys[place] == key:
            return t.found[place]
        place = (place + 1) & (TABLE - 1)
    return new_node(t)


@entry
def walk(
    box: States,
    t: Tree,
    root: States,
    number: int,
    seat: int,
    high: np.uint64,
    low: np.uint64,
    curious: float,
    doubt: float,
) -> bool:
    """Walks down to a position that the network has not evaluated, or to the end of the game; False at such an end.

    Each edge on the way counts as tried and lost until the walk is over (virtual loss), so that others go elsewhere.
    """
    t.walks[number] = root[0]
    values, state = box[0], t.walks[number]
    redeal(values, state, seat, high, low)
    place, length = 0, 0
    while t.nodes[place].first != NONE and length < DEEPEST:
        edge = best_edge(t, place, curious, doubt)
        t.edges[edge].visits += 1
        t.nodes[place].visits += 1
        t.path[number, length] = edge
        t.came[number, length] = place
        length += 1
        apply(values, state, t.edges[edge].action)
        pass_by(values, t, state)
        if state.phase == Phase.OVER:
            place = NONE
            break
        place = child(t, edge, state)
    t.length[number] = length
    t.leaf[number] = place
    return place != NONE


@entry
def open_node(box: States, t: Tree, number: int, policy: Any, chances: Any) -> None:
    """Expands the node at the end of a walk, with the network's policy as priors."""
    place = t.leaf[number]
    node = t.nodes[place]
    if node.first != NONE:
        return
    state = t.walks[number]
    node.seat = state.seat
    node.value = chances[state.seat]
    begin = t.counters[EDGE_COUNT]
    sensible(box[0], state, t.mask)
    most = np.float32(-1e30)
    end = begin
    for word in range(len(t.mask)):
        bits = t.mask[word]
        while bits != 0:
            action = word * WORD + first(bits)
            bits = rest_of(bits)
            edge = t.edges[end]
            edge.action = action
            edge.prior = policy[action]
            edge.visits = 0
            edge.worth = 0.0
            most = max(most, policy[action])
            end += 1
    whole = 0.0
    for edge_place in range(begin, end):
        t.edges[edge_place].prior = exponential(float(t.edges[edge_place].prior - most))
        whole += t.edges[edge_place].prior
    for edge_place in range(begin, end):
        t.edges[edge_place].prior /= whole
    t.counters[EDGE_COUNT] = end
    node.edges = end - begin
    node.first = begin


@entry
def try_out(box: States, t: Tree, root: States, actions: Any, worlds: int, high: np.uint64, low: np.uint64) -> int:
    """Starts a walk with each action in each world, the same worlds for all actions; returns how many games go on."""
    going_on = 0
    for number in range(len(actions) * worlds):
        t.walks[number] = root[0]
        state = t.walks[number]
        redeal(box[0], state, int(state.seat), high, low + np.uint64(number % worlds))
        apply(box[0], state, actions[number // worlds])
        pass_by(box[0], t, state)
        if state.phase != Phase.OVER:
            going_on += 1
    return going_on


@entry
def play_on(box: States, t: Tree, count: int, policy: Any) -> int:
    """Takes the sensible action that a policy rates best at the end of each walk; returns how many games go on."""
    going_on = 0
    for number in range(count):
        state = t.walks[number]
        if state.phase == Phase.OVER:
            continue
        apply(box[0], state, best_action(box[0], t, state, policy[number]))
        pass_by(box[0], t, state)
        if state.phase != Phase.OVER:
            going_on += 1
    return going_on


@compiled
def best_action(values: Values, t: Tree, state: State, policy: Any) -> int:
    """Returns the sensible action that a policy rates best."""
    sensible(values, state, t.mask)
    best, most = NONE, np.float32(-1e30)
    for word in range(len(t.mask)):
        bits = t.mask[word]
        while bits != 0:
            action = word * WORD + first(bits)
            bits = rest_of(bits)
            if policy[action] > most:
                best, most = action, policy[action]
    return best


@entry
def return_from(t: Tree, number: int, chances: Any) -> None:
    """Backs the result of a walk up along its edges."""
    for step in range(t.length[number]):
        node = t.nodes[t.came[number, step]]
        worth = chances[node.seat]
        t.edges[t.path[number, step]].worth += worth
        node.worth += worth


@entry
def final_chances(values: Values, state: State, chances: Any, scores: Any) -> None:
    """Writes 1 for the winner of a finished game, 0 for the others (C-7)."""
    for seat in range(state.seats):
        scores[seat] = score(values, state, seat)
        chances[seat] = 1.0
    for seat in range(state.seats):
        for other in range(state.seats):
            if outranks(scores[other], other, scores[seat], seat):
                chances[seat] = 0.0


@entry
def ranked(t: Tree, out: Any) -> int:
    """Writes the edges of the root, most visited first; returns how many there are."""
    root = t.nodes[0]
    for number in range(root.edges):
        place = number
        edge = root.first + number
        while place > 0 and t.edges[out[place - 1]].visits < t.edges[edge].visits:
            out[place] = out[place - 1]
            place -= 1
        out[place] = edge
    return root.edges
