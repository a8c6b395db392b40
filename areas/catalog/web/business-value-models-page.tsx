import { businessValueModel } from '#areas/catalog/contract/business-value-model.ts'
import { ModelList } from './models/model-list.tsx'
import { useShared } from './use-libraries.ts'

export const Page = () => <ModelList entity={businessValueModel} way={useShared('business_value_model')} />
