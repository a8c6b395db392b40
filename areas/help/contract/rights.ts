import { defineRights } from '#kit/contract/right.ts'

/** The documentation is everybody's to read; staff write it, and read what others said of it (`staffPowers`). */
export const helpRights = defineRights({
  'wiki.write': [],
  'wiki_feedback.read': [],
})
