/** Points with their sign, two decimals below one and one above; nothing that rounds to 0 has a sign. */
export function signedPoints(points: number, number: (value: number, decimals: number) => string): string {
  const size = Math.abs(points)
  const decimals = size < 1 ? 2 : 1
  if (Math.round(size * 10 ** decimals) === 0) return number(0, 0)
  return `${points > 0 ? '+' : '−'}${number(size, decimals)}`
}
