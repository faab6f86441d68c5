//! What `cardgames.h` declares, by hand: the same members in the same order, under the same names.
//!
//! Members that this program does not use are here as well: what comes after them would lie
//! elsewhere without them. `layout` tells sizes and offsets, which a test compares with those of the
//! header.

#![allow(non_camel_case_types, dead_code)]

use std::ffi::{c_char, c_void};
use std::mem::{offset_of, size_of};

pub const CG_ABI_VERSION: u32 = 2;
pub const CG_MAX_PLAYERS: usize = 10;
pub const CG_MAX_ACTIONS: usize = 512;
pub const CG_MAX_STATE_WORDS: usize = 128;

/// Room for a state of any game. Words, so that it is aligned.
pub type State = [u64; CG_MAX_STATE_WORDS];

pub type Rules = *const cg_limits;

#[repr(C)]
pub struct cg_rng {
    pub s: [u64; 4],
}

#[repr(C)]
pub struct cg_limits {
    pub num_players: i32,
    pub num_actions: i32,
    pub max_legal_actions: i32,
    pub max_game_length: i32,
    pub observation_size: i32,
    pub state_size: i32,
    pub view_size: i32,
    pub max_score: i32,
}

#[repr(C)]
pub struct cg_table {
    pub abi_version: u32,
    pub struct_size: u32,
    pub name: *const c_char,
    pub reset: unsafe extern "C" fn(Rules, *mut c_void, u64),
    pub to_act: unsafe extern "C" fn(Rules, *const c_void, *mut i32) -> i32,
    pub current_player: unsafe extern "C" fn(Rules, *const c_void) -> i32,
    pub legal: unsafe extern "C" fn(Rules, *const c_void, i32, *mut i32) -> i32,
    pub refusal: unsafe extern "C" fn(Rules, *const c_void, i32, i32) -> i32,
    pub apply: unsafe extern "C" fn(Rules, *mut c_void, i32, i32) -> i32,
    pub apply_unchecked: unsafe extern "C" fn(Rules, *mut c_void, i32, i32),
    pub play_random: unsafe extern "C" fn(Rules, *mut c_void) -> i32,
    pub is_over: unsafe extern "C" fn(Rules, *const c_void) -> i32,
    pub scores: unsafe extern "C" fn(Rules, *const c_void, *mut i32),
    pub winners: unsafe extern "C" fn(Rules, *const c_void) -> u32,
    pub view: unsafe extern "C" fn(Rules, *const c_void, i32, *mut c_void),
    pub observe: unsafe extern "C" fn(Rules, *const c_void, *mut f32),
    pub determinize: unsafe extern "C" fn(Rules, *mut c_void, i32, u64),
    pub check: unsafe extern "C" fn(Rules, *const c_void) -> i32,
    /// None: the game has no such rule.
    pub guided: Option<unsafe extern "C" fn(Rules, *const c_void, i32, *mut cg_rng) -> i32>,
}

#[repr(C)]
pub struct cg_game {
    pub table: *const cg_table,
    pub limits: *const cg_limits,
    pub owner: *mut c_void,
}

#[repr(C)]
pub struct cg_api {
    pub abi_version: u32,
    pub struct_size: u32,
    pub open: unsafe extern "C" fn(*const c_char, *mut c_char, usize) -> *const cg_game,
    pub close: unsafe extern "C" fn(*const cg_game),
    pub action_text: unsafe extern "C" fn(*const cg_game, i32, *mut c_char, usize) -> usize,
    pub read_action: unsafe extern "C" fn(*const cg_game, *const c_char) -> i32,
    pub refusal_text:
        unsafe extern "C" fn(*const cg_game, *const c_void, i32, i32, *mut c_char, usize) -> usize,
    pub rng_seed: unsafe extern "C" fn(*mut cg_rng, u64),
    pub rng_next: unsafe extern "C" fn(*mut cg_rng) -> u64,
    pub rng_below: unsafe extern "C" fn(*mut cg_rng, u32) -> u32,
    pub rng_stream: unsafe extern "C" fn(u64, u64) -> u64,
    pub copy: unsafe extern "C" fn(*const cg_game, *mut c_void, *const c_void),
    pub hash: unsafe extern "C" fn(*const cg_game, *const c_void) -> u64,
    pub returns: unsafe extern "C" fn(*const cg_game, *const c_void, *mut f64),
    pub value: unsafe extern "C" fn(*const cg_game, *const c_void, *mut f64),
    pub random_action: unsafe extern "C" fn(*const cg_game, *const c_void, i32, *mut cg_rng) -> i32,
    pub playout: unsafe extern "C" fn(*const cg_game, *mut c_void) -> i32,
    pub playouts: unsafe extern "C" fn(*const cg_game, *const c_void, u64, i64, u64, i32, *mut i32),
    pub determinize: unsafe extern "C" fn(*const cg_game, *mut c_void, i32, u64),
    pub view_hash: unsafe extern "C" fn(*const cg_game, *const c_void, i32) -> u64,
}

// SAFETY: nobody changes these structs or what they point to, and their functions may be called by
// several threads at once.
unsafe impl Sync for cg_table {}
unsafe impl Sync for cg_game {}

macro_rules! layout_of {
    ($($name:ident { $($member:ident)* })*) => {
        vec![$(
            (stringify!($name).to_string(), size_of::<$name>()),
            $((
                concat!(stringify!($name), ".", stringify!($member)).to_string(),
                offset_of!($name, $member),
            ),)*
        )*]
    };
}

/// The size of each struct, and the offset of each member under the name `struct.member`.
pub fn layout() -> Vec<(String, usize)> {
    layout_of! {
        cg_rng { s }
        cg_limits {
            num_players num_actions max_legal_actions max_game_length observation_size state_size
            view_size max_score
        }
        cg_table {
            abi_version struct_size name reset to_act current_player legal refusal apply
            apply_unchecked play_random is_over scores winners view observe determinize check guided
        }
        cg_game { table limits owner }
        cg_api {
            abi_version struct_size open close action_text read_action refusal_text rng_seed
            rng_next rng_below rng_stream copy hash returns value random_action playout playouts
            determinize view_hash
        }
    }
}
