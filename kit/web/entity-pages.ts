import { path, type Address, type ListPath } from './route.ts'

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

let ownPage: (entity: string, id: number) => Address | undefined = () => undefined

/** Called once by the application, with the pages that objects of some entities have to themselves. */
export function registerOwnPages(finder: typeof ownPage): void {
  ownPage = finder
}

/** Where an object is read, for links that tell of it: on a page of its own where it has one that the reader may open, else in their list; nothing where they have neither. */
export function readAt(entity: string, id: number): Address | undefined {
  const page = pageOfEntity(entity)
  return ownPage(entity, id) ?? (page && path(page.path, { id }))
}
