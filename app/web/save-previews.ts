import { loadWords } from '#kit/web/i18n/store.ts'
import { foresee } from '#kit/web/resource/foresee.ts'

// What a field of one area does to the rows of another above it, where neither may import the other.
// Its words come along: the page has only its own.
foresee('perimeter', 'parent', async () => (await Promise.all([import('#areas/policies/web/move-preview.tsx'), loadWords('policies')]))[0].MovePreview)
foresee('evidence', 'valid_until', async () => (await Promise.all([import('#areas/evidence/web/end-foresight.tsx'), loadWords('evidence')]))[0].EndForesight)
