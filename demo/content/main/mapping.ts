import type { Mapping } from '#demo/content/types.ts'

/** How the two frameworks answer each other, as their publishers' tables say it: what makes linking suggest models by a mapping. */
export const mapping: Mapping = {
  name: { en: 'ISO/IEC 27001:2022 to NIS 2', fr: 'ISO/IEC 27001:2022 vers NIS 2' },
  source: 'iso',
  target: 'nis2',
  pairs: [
    ['A.5.5', 'Art23.1', 'intersect'],
    ['A.5.21', 'Art21.2.d', 'subset'],
    ['A.5.24', 'Art21.2.b', 'subset'],
    ['A.5.26', 'Art21.2.b', 'subset'],
    ['A.5.26', 'Art23.2', 'intersect'],
    ['A.5.30', 'Art21.2.c', 'subset'],
    ['A.6.8', 'Art23.2', 'intersect'],
    ['A.8.11', 'Art21.2.h', 'intersect'],
    ['A.8.24', 'Art21.2.h', 'equal'],
    ['A.8.33', 'Art21.2.e', 'subset'],
    ['A.8.34', 'Art21.2.f', 'intersect'],
  ],
}
