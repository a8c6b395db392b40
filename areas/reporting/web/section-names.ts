/** What sections are called as landmarks: each by its title, and of several with the same title the later ones with their number among them. */
export function landmarkNames(titles: readonly string[]): readonly string[] {
  const seen = new Map<string, number>()
  return titles.map((title) => {
    const count = (seen.get(title) ?? 0) + 1
    seen.set(title, count)
    return title === '' || count === 1 ? title : `${title} (${count})`
  })
}
