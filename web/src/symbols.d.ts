declare module 'symbol:*' {
  /** The inside of a 512 x 512 SVG drawing. */
  const body: string
  export default body
}
