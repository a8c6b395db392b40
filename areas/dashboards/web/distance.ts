export type Distance = 'met' | 'near' | 'far' | 'none'

/** From here on a score is far from what it aims at, in points. */
const farFrom = 10

/** How far a score is from its target, by what is shown of both: colours and words say the same. */
export function distanceOf(performance: number | null, target: number | null): { readonly state: Distance; readonly points: number } {
  if (performance === null || target === null) return { state: 'none', points: 0 }
  const points = Math.round((target - performance) * 10) / 10
  return { state: points <= 0 ? 'met' : points < farFrom ? 'near' : 'far', points: Math.max(0, points) }
}
