import { afterEach, beforeEach } from 'vitest'

/**
 * Makes the tests of a `describe` the steps of one walk, each with its own time: where one has failed, those after it, which stand on it, fail at once and say which it was.
 */
export function inSteps(): void {
  let failed: string | undefined
  beforeEach(() => {
    if (failed !== undefined) throw new Error(`Not walked: the step «${failed}» before it failed`)
  })
  afterEach(({ task }) => {
    if (task.result?.state === 'fail') failed ??= task.name
  })
}
