import { test } from 'vitest'

/**
 * The steps of one walk, each a test of its own with its own time: where one has failed, those after it, which stand on it, fail at once and say which it was. A step that was not
 * asked for by name (`-t`) is no failure.
 */
export function stepsOfAWalk(): (name: string, walk: () => Promise<void>) => void {
  let failed: string | undefined
  return (name, walk) =>
    test(name, async () => {
      if (failed !== undefined) throw new Error(`Not walked: the step before, «${failed}», failed`)
      try {
        await walk()
      } catch (reason) {
        failed = name
        throw reason
      }
    })
}
