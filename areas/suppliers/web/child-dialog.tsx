import type { EntityDef } from '#kit/contract/entity.ts'
import { useEntityWords } from '#kit/web/i18n/entity-words.ts'
import { EntityForm } from '#kit/web/resource/entity-form.tsx'
import { nameOfRow } from '#kit/web/resource/entity-columns.tsx'
import type { AnyRow } from '#kit/web/resource/presentation.ts'
import { Modal } from '#kit/web/ui/modal.tsx'

interface ChildDialogProps {
  readonly entity: EntityDef
  /** The row to change; a new one is made without it. */
  readonly row: AnyRow | undefined
  readonly initial: Readonly<Record<string, unknown>>
  readonly onClose: () => void
}

/** The whole form of what belongs to a supplier, over its record. */
export function ChildDialog({ entity, row, initial, onClose }: ChildDialogProps) {
  const words = useEntityWords(entity)
  return (
    <Modal title={row ? nameOfRow(entity, row) : words.new} size="lg" sheet onClose={onClose}>
      <EntityForm entity={entity} row={row} initial={row ? undefined : initial} onSaved={onClose} cancel />
    </Modal>
  )
}
