import { roles } from '#kit/contract/right.ts'
import { people as ofMain } from './content/main/people.ts'
import { people as ofSecond } from './content/second/people.ts'

/** The addresses to try: one of each role in the first organisation, then the pilot of the second. Beside the content, which is read only by the start that builds it. */
export function demonstrationLogins(): string[] {
  return [ofMain, ofSecond].flatMap((people, at) =>
    roles.flatMap((role) => people.find((person) => person.role === role && (at === 0 || role === 'global_pilote'))?.email ?? []),
  )
}
