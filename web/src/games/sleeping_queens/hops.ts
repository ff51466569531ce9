// How long the jester takes from one seat to the next, in milliseconds at normal speed.
export const HOP = 340
