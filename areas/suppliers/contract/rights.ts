import { defineRights, globalPilots, pilots, readers } from '#kit/contract/right.ts'

/** Pilots keep the suppliers of their scope, auditors read them; a supplier goes as its perimeter does, by a global pilot. */
export const suppliersRights = defineRights({
  'supplier.read': readers,
  'supplier.write': pilots,
  'supplier.delete': globalPilots,
  'supplier_service.read': readers,
  'supplier_service.write': pilots,
  'supplier_contract.read': readers,
  'supplier_contract.write': pilots,
  /** What is asked of suppliers, how often, and who reports the register. */
  'supplier_settings.read': readers,
  'supplier_settings.write': globalPilots,
})
