import { solution } from '#areas/catalog/contract/solution.ts'
import { ListPage } from '#kit/web/resource/list-page.tsx'

const defaults = { filters: [{ name: 'archived', selected_options: [false] }] }

/** Measures' models: what can be done, before any perimeter has decided about it (CAT-05). */
export const Page = () => <ListPage entity={solution} defaults={defaults} />
