import type { Area } from '#kit/server/http/area.ts'
import { exposedBy, lentBy } from '#areas/programs/server/index.ts'
import { assistantsRights } from '#areas/assistants/contract/rights.ts'
import { en } from '#areas/assistants/locales/en.ts'
import { fr } from '#areas/assistants/locales/fr.ts'
import { mcpEndpoint } from './mcp/endpoint.ts'
import { proposalCalls } from './proposals/calls.ts'
import { forgetProposals } from './proposals/forget.ts'
import { targetsOf } from './proposals/deciders.ts'

/** Assistants that read what a key reaches and propose what people decide. */
export const assistantsOf = (areas: readonly Area[]): Area => ({
  name: 'assistants',
  rights: assistantsRights,
  tables: ['proposal', 'proposal_change'],
  leftOut: { proposal: 'access', proposal_change: 'access' },
  resources: [],
  calls: (api, resources) => {
    const types = exposedBy(areas, resources)
    mcpEndpoint(api, resources, types, lentBy(areas))
    proposalCalls(api, resources, targetsOf(types, resources))
  },
  jobs: [forgetProposals],
  locales: { en, fr },
})
