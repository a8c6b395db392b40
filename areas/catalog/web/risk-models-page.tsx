import { riskModel } from '#areas/catalog/contract/risk-model.ts'
import { ModelList } from './models/model-list.tsx'
import { useShared } from './use-libraries.ts'

export const Page = () => <ModelList entity={riskModel} way={useShared('risk_model')} />
