import { Checkbox, Stack } from '@mantine/core';
import { useId } from '@mantine/hooks';

interface Tick<Value> {
  readonly value: Value;
  readonly label: string;
  readonly meaning?: string;
}

interface TickListProps<Value> {
  label: string;
  ticks: readonly Tick<Value>[];
  ticked: readonly Value[];
  /** What is wrong with what is ticked. */
  error: string | undefined;
  /** Told all that is ticked, in the order of the list. */
  onChange(ticked: Value[]): void;
}

/** Asks for any number out of a few. */
export function TickList<Value extends string>({ label, ticks, ticked, error, onChange }: TickListProps<Value>) {
  const errorId = useId();
  const isInvalid = error !== undefined;
  const change = (values: readonly string[]) =>
    onChange(ticks.map(({ value }) => value).filter((value) => values.includes(value)));
  return (
    <Checkbox.Group label={label} value={[...ticked]} onChange={change} error={error} errorProps={{ id: errorId }}>
      <Stack gap="xs" mt={4}>
        {ticks.map(({ value, label: name, meaning }) => (
          <Checkbox
            key={value}
            value={value}
            label={name}
            description={meaning}
            {...(isInvalid && { 'aria-invalid': true, 'aria-describedby': errorId })}
          />
        ))}
      </Stack>
    </Checkbox.Group>
  );
}
