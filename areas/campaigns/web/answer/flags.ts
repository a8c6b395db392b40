const place = (key: string) => `vigie.evaluation.flags.${key}`

/** What somebody has marked to come back to, on this device. */
export function flagsOf(key: string): ReadonlySet<number> {
  try {
    return new Set(JSON.parse(localStorage.getItem(place(key)) ?? '[]') as number[])
  } catch {
    return new Set()
  }
}

export function keepFlags(key: string, flags: ReadonlySet<number>): void {
  try {
    if (flags.size === 0) localStorage.removeItem(place(key))
    else localStorage.setItem(place(key), JSON.stringify([...flags]))
  } catch {
    // A device that keeps nothing forgets them with the page.
  }
}
