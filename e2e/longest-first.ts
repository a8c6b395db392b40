import { BaseSequencer, type TestSpecification } from 'vitest/node'

const long = ['screens', 'main-job', 'strong-authentication', 'list', 'ways', 'onboarding']

const place = ({ moduleId }: TestSpecification) => {
  const found = long.findIndex((name) => moduleId.includes(`/${name}`))
  return found === -1 ? long.length : found
}

/** The walks that take longest begin first, so that no worker is left with one when the others have ended. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return files.toSorted((a, b) => place(a) - place(b) || a.moduleId.localeCompare(b.moduleId))
  }
}
