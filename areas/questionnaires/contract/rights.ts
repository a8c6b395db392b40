import { defineRights, globalPilots, readers } from '#kit/contract/right.ts'

/** Local pilots and auditors look (SEC-18). */
export const questionnaireRights = defineRights({
  'questionnaire.read': readers,
  'questionnaire.write': globalPilots,
})
