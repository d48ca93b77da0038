import '@mantine/core/styles.css';
import '../console.css';
import './reference.css';
import './parts/parts.css';
import './request/request.css';
import './navigation/navigation.css';
import { MantineProvider } from '@mantine/core';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { ErrorBoundary } from '../shell/error-page.tsx';
import { theme } from '../ui/theme.ts';
import { ReferencePage } from './reference-page.tsx';

const element = document.getElementById('reference');
if (element === null) throw new Error('the page has no element for the reference');
createRoot(element).render(
  <StrictMode>
    <MantineProvider theme={theme} defaultColorScheme="auto">
      <ErrorBoundary path="">
        <ReferencePage />
      </ErrorBoundary>
    </MantineProvider>
  </StrictMode>,
);
