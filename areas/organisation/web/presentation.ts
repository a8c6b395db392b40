import { perimeter } from '#areas/organisation/contract/perimeter.ts'
import { definePresentation } from '#kit/web/resource/presentation.ts'

definePresentation(perimeter, {
  tones: {
    type: {
      INTERNAL: { tone: 'primary', glyph: 'circle' },
      APPLICATION: { tone: 'neutral', glyph: 'dashed' },
      PROVIDER: { tone: 'warning', glyph: 'half' },
    },
  },
})
