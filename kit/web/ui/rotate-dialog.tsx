import { useState } from 'react'
import { FormDialog } from './form-dialog.tsx'
import { Stack } from './layout.tsx'
import { Text } from './text.tsx'
import { TextInput } from './text-input.tsx'

interface RotateProps {
  readonly title: string
  readonly action: string
  readonly text: string
  /** Of the hours for which the former secret holds too. */
  readonly label: string
  readonly usual: number
  readonly most: number
  /** Answers what is said once it is done. */
  readonly send: (hours: number) => Promise<string>
  readonly onClose: () => void
}

/** A new secret in place of one that holds for some hours beside it. */
export function RotateDialog({ title, action, text, label, usual, most, send, onClose }: RotateProps) {
  const [hours, setHours] = useState(String(usual))
  return (
    <FormDialog
      title={title}
      action={action}
      complete={hours !== '' && Number(hours) <= most}
      send={() => send(Number(hours))}
      onClose={onClose}
      onDone={() => {}}
    >
      {(errorOf) => (
        <Stack gap={12}>
          <Text as="p" tone="soft">
            {text}
          </Text>
          <TextInput
            label={label}
            inputMode="numeric"
            value={hours}
            error={errorOf('overlap_hours')}
            onChange={(event) => setHours(event.target.value.replaceAll(/\D/g, '').slice(0, 3))}
          />
        </Stack>
      )}
    </FormDialog>
  )
}
