//! A search in Rust for any game of the library: every legal action in each of many worlds, in
//! several threads.
//!
//! It is handed the library as addresses, so nothing is linked: `cardgames.native.api_address()` in
//! Python is that of a `cg_api`. `rust_search.py` calls the functions below by ctypes.

mod cardgames;

use cardgames::*;
use std::ffi::{c_char, c_void};
use std::mem::size_of;
use std::slice;
use std::thread;

/// Answers of the functions, where they are below 0.
const TOO_OLD: i32 = -1;
const NO_SUCH_SEAT: i32 = -2;
const NOTHING_TO_CHOOSE: i32 = -3;
const OUT_OF_RANGE: i32 = -4;

const MOST_WORLDS: i64 = i64::MAX / 2;
const MOST_THREADS: i32 = 256;
const WORLDS_AT_ONCE: usize = 4096;

/// The library with a game: what the threads share.
#[derive(Clone, Copy)]
struct Game<'a> {
    api: &'a cg_api,
    game: &'a cg_game,
    table: &'a cg_table,
    limits: &'a cg_limits,
}

impl<'a> Game<'a> {
    /// None if the library has not all that this program was written for. Members are only ever
    /// added at the end, so that a newer library will do.
    ///
    /// # Safety
    /// Both are addresses of such structs, which stay as they are for `'a`.
    unsafe fn new(api: *const cg_api, game: *const cg_game) -> Option<Game<'a>> {
        let (version, size) = ((*api).abi_version, (*api).struct_size);
        let table = (*game).table;
        let (table_version, table_size) = ((*table).abi_version, (*table).struct_size);
        if version.min(table_version) < CG_ABI_VERSION
            || (size as usize) < size_of::<cg_api>()
            || (table_size as usize) < size_of::<cg_table>()
        {
            return None;
        }
        Some(Game {
            api: &*api,
            game: &*game,
            table: &*table,
            limits: &*(*game).limits,
        })
    }

    fn legal(&self, state: &State, seat: i32) -> Vec<i32> {
        let mut actions = [0; CG_MAX_ACTIONS];
        // SAFETY: the state is one of the game, the seat one of its seats, and no game has more actions.
        let count =
            unsafe { (self.table.legal)(self.limits, bytes(state), seat, actions.as_mut_ptr()) };
        actions[..count as usize].to_vec()
    }

    /// A world that the seat cannot tell from the state: the one of `state.determinize(seat, seed)`.
    fn world(&self, state: &State, seat: i32, seed: u64) -> State {
        let mut world = *state;
        // SAFETY: as above.
        unsafe {
            (self.api.determinize)(self.game, bytes_mut(&mut world), seat, seed);
        }
        world
    }

    /// What the seat gets if it plays the action in this world and everybody plays at random from there.
    fn result(&self, world: &State, seat: i32, action: i32) -> f64 {
        let mut after = *world;
        let mut returns = [0.0; CG_MAX_PLAYERS];
        // SAFETY: as above; what is legal in the state is legal in its worlds.
        unsafe {
            (self.table.apply_unchecked)(self.limits, bytes_mut(&mut after), seat, action);
            (self.api.playout)(self.game, bytes_mut(&mut after));
            (self.api.returns)(self.game, bytes(&after), returns.as_mut_ptr());
        }
        returns[seat as usize]
    }
}

fn bytes(state: &State) -> *const c_void {
    state.as_ptr().cast()
}

fn bytes_mut(state: &mut State) -> *mut c_void {
    state.as_mut_ptr().cast()
}

/// Tries every legal action of the seat in the worlds 0 to `worlds` - 1 of the seed, in `threads`
/// threads.
///
/// Writes the actions, ascending, and for each the mean of the seat's returns, -1 to 1. Returns how
/// many actions there are, or a code below 0. The number of threads does not change what is found.
///
/// # Safety
/// `api` and `game` point to a `cg_api` and a `cg_game`; `state` points to a state of the game,
/// which nobody changes before it is copied here; `actions` and `means` have room for
/// `max_legal_actions`.
#[no_mangle]
pub unsafe extern "C" fn search(
    api: *const cg_api,
    game: *const cg_game,
    state: *const c_void,
    seat: i32,
    worlds: i64,
    seed: u64,
    threads: i32,
    actions: *mut i32,
    means: *mut f64,
) -> i32 {
    let Some(game) = Game::new(api, game) else {
        return TOO_OLD;
    };
    if !(0..game.limits.num_players).contains(&seat) {
        return NO_SUCH_SEAT;
    }
    if !(1..=MOST_WORLDS).contains(&worlds) || !(1..=MOST_THREADS).contains(&threads) {
        return OUT_OF_RANGE;
    }
    let mut root: State = [0; CG_MAX_STATE_WORDS];
    (game.api.copy)(game.game, bytes_mut(&mut root), state);
    let legal = game.legal(&root, seat);
    if legal.is_empty() {
        return NOTHING_TO_CHOOSE;
    }
    let mut sums = vec![0.0; legal.len()];
    let mut done = 0;
    while done < worlds as u64 {
        let count = (worlds as u64 - done).min(WORLDS_AT_ONCE as u64) as usize;
        let results = try_all(
            game,
            &root,
            seat,
            &legal,
            done,
            count,
            seed,
            threads as usize,
        );
        // Added in the order of the worlds, as floats depend on it.
        for row in results.chunks(legal.len()) {
            for (sum, result) in sums.iter_mut().zip(row) {
                *sum += result;
            }
        }
        done += count as u64;
    }
    slice::from_raw_parts_mut(actions, legal.len()).copy_from_slice(&legal);
    for (mean, sum) in slice::from_raw_parts_mut(means, legal.len())
        .iter_mut()
        .zip(sums)
    {
        *mean = sum / worlds as f64;
    }
    legal.len() as i32
}

/// The results of every action in `count` worlds from `first` on: a row for each world, a column for
/// each action. Each thread writes rows of its own.
#[allow(clippy::too_many_arguments)]
fn try_all(
    game: Game,
    root: &State,
    seat: i32,
    legal: &[i32],
    first: u64,
    count: usize,
    seed: u64,
    threads: usize,
) -> Vec<f64> {
    let mut results = vec![0.0; count * legal.len()];
    let share = count.div_ceil(threads);
    thread::scope(|scope| {
        for (part, rows) in results.chunks_mut(share * legal.len()).enumerate() {
            scope.spawn(move || {
                for (i, row) in rows.chunks_mut(legal.len()).enumerate() {
                    let index = first + (part * share + i) as u64;
                    // SAFETY: it takes numbers only.
                    let world_seed = unsafe { (game.api.rng_stream)(seed, index) };
                    let world = game.world(root, seat, world_seed);
                    for (result, &action) in row.iter_mut().zip(legal) {
                        *result = game.result(&world, seat, action);
                    }
                }
            });
        }
    });
    results
}

/// Writes how this program sees the structs of the header: a line for each struct and member, with
/// its size or offset. Returns the bytes of the text, and writes nothing if `size` is less than that.
///
/// # Safety
/// `text` has room for `size` bytes.
#[no_mangle]
pub unsafe extern "C" fn layout(text: *mut c_char, size: usize) -> usize {
    let lines: Vec<String> = cardgames::layout()
        .iter()
        .map(|(name, value)| format!("{name} {value}\n"))
        .collect();
    let all = lines.concat();
    if all.len() <= size {
        slice::from_raw_parts_mut(text.cast(), all.len()).copy_from_slice(all.as_bytes());
    }
    all.len()
}
