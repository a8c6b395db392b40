import { threat } from '#areas/catalog/contract/threat.ts'
import { ModelList } from './models/model-list.tsx'
import { useLibraries } from './use-libraries.ts'

/** What may go wrong: of one's own, adopted, or brought by libraries. */
export const Page = () => <ModelList entity={threat} way={useLibraries()} />
