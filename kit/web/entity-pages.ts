import type { ListPath } from './route.ts'

/** Where the objects of an entity are shown, and in which area its words are. */
export interface EntityPage {
  readonly path: ListPath
  readonly area: string
}

let find: (entity: string) => EntityPage | undefined = () => undefined

/** Called once by the application, which alone knows every page and who may open it. */
export function registerEntityPages(finder: typeof find): void {
  find = finder
}

/** The list that shows an entity's objects to the person signed in, for links from where any entity may stand; nothing where there is none. */
export const pageOfEntity = (entity: string): EntityPage | undefined => find(entity)
