/** A table after `from`, `join`, `update`, `into` or `using`. */
const mention = /\b(?:from|join|update|into|using)\s+(?:"?public"?\.)?"?([a-z_]+)"?/gi

/**
 * Refuses a statement that names a tenant table without a customer predicate for each mention: row-level security would still hold, but the
 * statement could not be routed by customer, and a forgotten predicate is how leaks begin. Installed in tests and development.
 */
export function tenantGuard(tenantTables: ReadonlySet<string>): (text: string) => void {
  return (text) => {
    const mentioned = [...text.matchAll(mention)].filter(([, table]) => tenantTables.has(table ?? '')).length
    const predicates = text.split('customer_id').length - 1
    if (predicates < mentioned) throw new Error(`A statement names ${mentioned} tenant tables with ${predicates} customer predicates:\n${text}`)
  }
}
