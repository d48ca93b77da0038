import { Modal, Text } from '@mantine/core';
import type { ReactNode } from 'react';

interface DialogProps {
  title: ReactNode;
  isOpen: boolean;
  /** Missing where only the buttons in the dialog end it. */
  onClose?: () => void;
  children: ReactNode;
}

/** A window in front of the page, which has the keyboard until it is closed. A press beside it does not close it. */
export function Dialog({ title, isOpen, onClose, children }: DialogProps) {
  const isClosable = onClose !== undefined;
  return (
    <Modal
      opened={isOpen}
      onClose={() => onClose?.()}
      title={
        <Text span inherit fw={600} className="name">
          {title}
        </Text>
      }
      closeOnClickOutside={false}
      closeOnEscape={isClosable}
      withCloseButton={isClosable}
      closeButtonProps={{ 'aria-label': 'Close' }}
      transitionProps={{ duration: 0 }}
    >
      {children}
    </Modal>
  );
}
