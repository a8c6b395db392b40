import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files whose names hold these begin first, in this order: a long one that begins last is waited for alone. */
export function longestFirst(long: readonly string[]): typeof BaseSequencer {
  const place = ({ moduleId }: TestSpecification) => {
    const found = long.findIndex((name) => moduleId.includes(`/${name}`))
    return found === -1 ? long.length : found
  }
  return class extends BaseSequencer {
    override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
      return files.toSorted((a, b) => place(a) - place(b) || a.moduleId.localeCompare(b.moduleId))
    }
  }
}
