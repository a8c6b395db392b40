/** The installation's secret in tests. */
export const testKey = Buffer.alloc(32, 7)
