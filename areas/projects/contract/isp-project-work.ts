import { defineQuestion } from '#kit/contract/decision.ts'
import { defineWorkItem } from '#kit/contract/work-item.ts'
import { ispProject } from './isp-project.ts'

const since = { since: 'step_since' } as const
/** What was decided about going live; whoever goes back decides anew. */
const decided = {
  decision: 'projects.errors.not_decided_yet',
  decision_comment: 'projects.errors.not_decided_yet',
  decision_date: 'projects.errors.not_decided_yet',
  decision_author: 'projects.errors.not_decided_yet',
} as const
const step = { offered: false } as const

/** One step on or one back, each with its day; to the end from everywhere by pilots, and back from there by a call of its own (PRJ-13, PRJ-21). */
export const ispProjectWork = defineWorkItem(ispProject, {
  status: 'dev_step',
  begins: 'IDENTIFICATION',
  // Which of them need more than that, the guard says.
  opens: ['CLASSIFICATION', 'DESIGN', 'BUILD', 'TEST', 'DECISION', 'PRODUCTION', 'CLOSE'],
  returns: ['reopen'],
  states: {
    IDENTIFICATION: since,
    CLASSIFICATION: since,
    DESIGN: since,
    BUILD: since,
    TEST: since,
    DECISION: { ...since, only: decided },
    PRODUCTION: { ...since, only: decided },
    CLOSE: { ...since, only: decided, closed: true },
  },
  moves: {
    identify: { ...step, from: ['CLASSIFICATION'], to: 'IDENTIFICATION' },
    classify: { ...step, from: ['IDENTIFICATION', 'DESIGN'], to: 'CLASSIFICATION' },
    design: { ...step, from: ['CLASSIFICATION', 'BUILD'], to: 'DESIGN' },
    build: { ...step, from: ['DESIGN', 'TEST'], to: 'BUILD' },
    test: { ...step, from: ['BUILD', 'DECISION'], to: 'TEST' },
    decide: { ...step, from: ['TEST', 'PRODUCTION'], to: 'DECISION' },
    produce: { ...step, from: ['DECISION'], to: 'PRODUCTION' },
    close: { ...step, from: ['PRODUCTION'], to: 'CLOSE' },
    abandon: {
      ...step,
      from: ['IDENTIFICATION', 'CLASSIFICATION', 'DESIGN', 'BUILD', 'TEST', 'DECISION'],
      to: 'CLOSE',
      right: 'isp_project.manage',
    },
  },
  responsible: { person: 'manager', group: 'group' },
  due: { date: 'target_date', soon: 30 },
  watched: 'followed',
  messages: { transition: 'projects.errors.one_step' },
})

/** Whether a project may go live: recorded by a pilot about the file as it is that day, and kept with it (PRJ-14). */
export const goDecision = defineQuestion({ name: 'go_live', bySelf: true, outcomes: { GO: {}, NOGO: { reasoned: true } } })
