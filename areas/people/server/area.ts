import { checkFigures } from '#kit/contract/check.ts'
import { byGlobalPilots, everyRow } from '#kit/server/access/row-rule.ts'
import { defaultPeople } from '#kit/server/data/work/default-responsible.ts'
import { defineResource } from '#kit/server/data/resources/resource.ts'
import type { Area } from '#kit/server/http/area.ts'
import { memberChecks } from '#areas/people/contract/checks.ts'
import { group } from '#areas/people/contract/group.ts'
import { peopleFeatures, peopleRights } from '#areas/people/contract/rights.ts'
import { en } from '#areas/people/locales/en.ts'
import { fr } from '#areas/people/locales/fr.ts'
import { ssoCalls } from '#areas/access/server/index.ts'
import { assignedObjectCalls } from './assigned-object-calls.ts'
import { refuseWhileAssigned } from './assigned-objects.ts'
import { administrationCalls } from './administration.ts'
import { arrivals } from './single-sign-on-members.ts'
import { holderCalls } from './holder-calls.ts'
import { plannedJob } from './planned-hand-over.ts'
import { impersonationCalls } from './impersonation.ts'
import { closeExternalAccess, invitationCalls, inviteJob } from './invitations.ts'
import { members, pilotQuota } from './members.ts'
import { notificationChoiceCalls } from './notification-choices.ts'
import { notificationListCalls } from './notification-list.ts'
import { userStates } from './page-states.ts'
import { ownSessionCalls } from './own-session.ts'
import { providerUserCalls } from './provider-users.ts'
import { profileCalls } from './profile.ts'
import { defaultManagers, responsibleCalls } from './function-holders.ts'
import { jobFunctions } from './job-function.ts'
import { contacts } from './contact.ts'
import { absences } from './absence.ts'
import { quotaCounts } from '#areas/tenancy/server/index.ts'

const groups = defineResource({
  def: group,
  rules: { read: everyRow, create: byGlobalPilots, update: byGlobalPilots, delete: byGlobalPilots },
  beforeWrite: async ({ tx, resources, verb, before }) => {
    if (before && verb === 'delete') await refuseWhileAssigned(tx, resources, { holder: 'group', id: before.id })
  },
})

export const people: Area = {
  name: 'people',
  rights: peopleRights,
  features: peopleFeatures,
  tables: ['digest_mail', 'morning', 'planned_hand_over'],
  leftOut: { planned_hand_over: 'work' },
  resources: [members, groups, jobFunctions, contacts, absences],
  figures: checkFigures(memberChecks),
  states: userStates,
  calls: (api, resources) => {
    administrationCalls(api, resources)
    assignedObjectCalls(api, resources, { member: members, group: groups })
    holderCalls(api, resources, members)
    ownSessionCalls(api, resources)
    providerUserCalls(api, resources)
    responsibleCalls(api, resources)
    profileCalls(api, resources)
    notificationChoiceCalls(api, resources)
    notificationListCalls(api, resources)
    impersonationCalls(api, resources)
    invitationCalls(api, resources)
    ssoCalls(api, arrivals(resources))
  },
  jobs: [closeExternalAccess],
  mailing: (post) => [inviteJob(post), plannedJob(post)],
  extensions: [quotaCounts.with(pilotQuota), defaultPeople.with(defaultManagers)],
  locales: { en, fr },
}
