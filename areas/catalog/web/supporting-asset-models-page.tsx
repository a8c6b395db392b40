import { supportingAssetModel } from '#areas/catalog/contract/supporting-asset-model.ts'
import { ModelList } from './models/model-list.tsx'
import { useShared } from './use-libraries.ts'

export const Page = () => <ModelList entity={supportingAssetModel} way={useShared('supporting_asset_model')} />
