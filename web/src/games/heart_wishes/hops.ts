// How long things take on this board, in milliseconds at normal speed.
export const HOP = 190 // the figure, from one field to the next
export const LEAP = 700 // across the heart
export const ROLL = 650 // the dice
