import { useId } from 'react'
import { Switch } from '#kit/web/ui/check.tsx'
import { Box } from '#kit/web/ui/layout.tsx'
import { Text } from '#kit/web/ui/text.tsx'

interface ChoiceProps {
  readonly label: string
  readonly help: string
  readonly checked: boolean
  readonly onChange: (wanted: boolean) => void
}

/** On or off, with what that means below. */
export function Choice({ label, help, checked, onChange }: ChoiceProps) {
  const id = useId()
  return (
    <Box padY={6}>
      <Switch label={label} aria-describedby={id} checked={checked} onChange={(event) => onChange(event.currentTarget.checked)} />
      <Text as="p" above={2} tone="quiet" size={12} line={16} id={id}>
        {help}
      </Text>
    </Box>
  )
}
