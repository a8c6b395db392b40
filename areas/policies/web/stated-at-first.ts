const keyOf = (policy: number) => `vigie.statement.${policy}`

/** Keeps, in this browser, in which application the statement of a policy was read last. */
export const keepStated = (policy: number, application: number): void => localStorage.setItem(keyOf(policy), String(application))

/** Whose statement is opened where nobody says: the one read last, else that of the perimeter with the most measures in place, which has the most to tell. */
export function statedAtFirst<A extends { readonly id: number; readonly measures?: number | null }>(policy: number, applications: readonly A[]): A | undefined {
  const last = Number(localStorage.getItem(keyOf(policy)))
  return applications.find(({ id }) => id === last) ?? applications.toSorted((a, b) => (b.measures ?? 0) - (a.measures ?? 0))[0]
}
