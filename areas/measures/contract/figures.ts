import { defineFigures, only } from '#kit/contract/figure.ts'
import { measure } from './measure.ts'

/** Archived perimeters leave every figure. */
const live = only('perimeter_archived', false)

/** What the words that are shown with a number of measures mean (docs/FIGURES.md); the five situations leave no measure out and count none twice. */
export const measureFigures = defineFigures(
  measure,
  {
    all: [live],
    to_handle: [only('situation', 'TO_HANDLE'), live],
    planned: [only('situation', 'PLANNED'), live],
    discarded: [only('situation', 'DISCARDED'), live],
    implemented: [only('situation', 'IMPLEMENTED'), live],
    served: [only('situation', 'SERVED'), live],
    offered: { right: 'measure.write', filters: [only('offered', true), live] },
  },
  { more: ['implemented'] },
)
