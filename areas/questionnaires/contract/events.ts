import { removingEvent } from '#kit/contract/event.ts'
import { questionnaire } from './questionnaire.ts'

/** Whoever asks it keeps it (QST-06). */
export const questionnaireRemoving = removingEvent(questionnaire)
