/** Bounds on a file; the largest published libraries use less than a third of each. */
export const limits = {
  bytes: 20 * 1024 * 1024,
  /** Mappings, lists and scalars, aliases counted as often as they are used. */
  values: 500_000,
  lines: 800_000,
  depth: 100,
  /** Characters of one OSCAL parameter once the parameters it names are inserted. */
  parameterText: 20_000,
  /** Of the process that reads a file. */
  heapMegabytes: 768,
  milliseconds: 20_000,
} as const
