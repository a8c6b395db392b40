import { remediationModel } from '#areas/catalog/contract/remediation-model.ts'
import { ModelList } from './models/model-list.tsx'

const made = { at: '/actions/filtered', right: 'remediation.manage' } as const

export const Page = () => <ModelList entity={remediationModel} made={made} />
