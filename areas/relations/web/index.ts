import { loadWords } from '#kit/web/i18n/store.ts'
import { typeAreas } from './looks.ts'

export { RelationsModal } from './relations-modal.tsx'

/** The words of everything that a tree may show. */
export const relationWords = () => Promise.all(['relations', ...typeAreas].map((area) => loadWords(area)))
