/** What the panel of an action is made of: it comes after the list, before anybody has opened one. */
export { Details } from './details.tsx'
export { LinksTab } from './links-tab.tsx'
export { ProofsTab } from './proofs-tab.tsx'
export { TasksTab } from './tasks-tab.tsx'
