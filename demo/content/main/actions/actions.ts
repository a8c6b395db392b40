import type { Action } from '#demo/content/types.ts'
import { ismsMeasures1Actions } from './isms-measures-1.ts'
import { ismsMeasures2Actions } from './isms-measures-2.ts'
import { ismsPast1Actions } from './isms-past-1.ts'
import { ismsPast2Actions } from './isms-past-2.ts'
import { ismsOpenActions } from './isms-open.ts'
import { nis2MeasuresActions } from './nis2-measures.ts'
import { nis2PastActions } from './nis2-past.ts'
import { nis2OpenActions } from './nis2-open.ts'
import { plantsMeasures1Actions } from './plants-measures-1.ts'
import { plantsMeasures2Actions } from './plants-measures-2.ts'
import { plantsPast1Actions } from './plants-past-1.ts'
import { plantsPast2Actions } from './plants-past-2.ts'
import { plantsOpen1Actions } from './plants-open-1.ts'
import { plantsOpen2Actions } from './plants-open-2.ts'
import { auditMeasuresActions } from './audit-measures.ts'
import { auditPastActions } from './audit-past.ts'
import { auditOpenActions } from './audit-open.ts'
import { ransomMeasures1Actions } from './ransom-measures-1.ts'
import { ransomMeasures2Actions } from './ransom-measures-2.ts'
import { ransomPastActions } from './ransom-past.ts'
import { ransomOpenActions } from './ransom-open.ts'
import { aquilorPastActions } from './aquilor-past.ts'
import { aquilorOpenActions } from './aquilor-open.ts'
import { followedActions } from './followed.ts'

/** Every action, plan by plan. */
export const actions: readonly Action[] = [
  ...ismsMeasures1Actions,
  ...ismsMeasures2Actions,
  ...ismsPast1Actions,
  ...ismsPast2Actions,
  ...ismsOpenActions,
  ...nis2MeasuresActions,
  ...nis2PastActions,
  ...nis2OpenActions,
  ...plantsMeasures1Actions,
  ...plantsMeasures2Actions,
  ...plantsPast1Actions,
  ...plantsPast2Actions,
  ...plantsOpen1Actions,
  ...plantsOpen2Actions,
  ...auditMeasuresActions,
  ...auditPastActions,
  ...auditOpenActions,
  ...ransomMeasures1Actions,
  ...ransomMeasures2Actions,
  ...ransomPastActions,
  ...ransomOpenActions,
  ...aquilorPastActions,
  ...aquilorOpenActions,
  ...followedActions,
]
