import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import './console.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { ConsoleApp } from './app.tsx';
import { takeKeyOfDemo } from './session/stored-key.ts';

takeKeyOfDemo();

const element = document.getElementById('console');
if (element === null) throw new Error('the page has no element for the console');
createRoot(element).render(
  <StrictMode>
    <ConsoleApp />
  </StrictMode>,
);
