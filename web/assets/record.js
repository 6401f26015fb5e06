// Records sound with the browser, and puts the recording into a file field.
import { addFiles, clock } from "./files.js";

const canRecord = Boolean(navigator.mediaDevices?.getUserMedia && window.MediaRecorder);
const endings = { "audio/webm": "webm", "audio/ogg": "ogg", "audio/mp4": "m4a", "audio/mpeg": "mp3" };
const messages = {
  NotAllowedError: "The browser does not permit this page to use the microphone. Choose a file instead.",
  NotFoundError: "There is no microphone. Choose a file instead.",
  other: "The microphone cannot be used. Choose a file instead.",
  insecure: "To record here, open this page with https, or on the machine that runs the server.",
};

function element(name, properties) {
  return Object.assign(document.createElement(name), properties);
}

function addRecorder(field) {
  const box = element("div", { className: "recorder" });
  const button = element("button", { type: "button", textContent: "Record" });
  const time = element("span", { className: "time" });
  const line = element("span", { className: "note" });
  line.setAttribute("role", "status");
  box.append(button, time, line);
  field.closest("label").after(box);
  let recorder = null;
  let timer = 0;
  let began = 0;
  let parts = [];
  let submitter = null;

  const leave = (event) => event.preventDefault();
  const say = (text, state) => {
    line.textContent = text;
    box.dataset.state = state;
  };

  const finish = () => {
    const seconds = (Date.now() - began) / 1000;
    clearInterval(timer);
    removeEventListener("beforeunload", leave);
    for (const track of recorder.stream.getTracks()) track.stop();
    const type = recorder.mimeType.split(";")[0];
    recorder = null;
    button.textContent = "Record";
    time.textContent = "";
    if (!parts.length) return say("Nothing was recorded.", "error");
    const day = new Date(began - new Date(began).getTimezoneOffset() * 60000);
    const name = `recording-${day.toISOString().slice(0, 16).replace(/[T:]/g, "-")}`;
    const file = new File(parts, `${name}.${endings[type] ?? "webm"}`, { type });
    addFiles(field, [file]);
    say(`Recorded ${clock(seconds)}. `, "success");
    // If the server cannot be reached, the recording can still be kept.
    line.append(element("a", {
      href: URL.createObjectURL(file), download: file.name, textContent: "Download" }));
    if (submitter) field.form.requestSubmit(submitter);
    submitter = null;
  };

  // The recording was sent, or taken back.
  field.addEventListener("input", () => {
    if (!recorder && !field.files.length) say("", "ready");
  });

  // Somebody who saves while recording means the recording, too.
  field.form.addEventListener("submit", (event) => {
    if (!recorder) return;
    event.preventDefault();
    event.stopPropagation();
    submitter = event.submitter;
    recorder.stop();
  });

  button.addEventListener("click", async () => {
    if (recorder) return recorder.stop();
    let stream;
    try {
      stream = await navigator.mediaDevices.getUserMedia({ audio: true });
    } catch (error) {
      return say(messages[error.name] ?? messages.other, "error");
    }
    parts = [];
    recorder = new MediaRecorder(stream);
    recorder.addEventListener("dataavailable", ({ data }) => data.size && parts.push(data));
    recorder.addEventListener("stop", finish);
    recorder.start(1000);
    began = Date.now();
    timer = setInterval(() => (time.textContent = clock((Date.now() - began) / 1000)), 250);
    time.textContent = clock(0);
    button.textContent = "Stop";
    say("Recording", "recording");
    addEventListener("beforeunload", leave);
  });
}

for (const field of document.querySelectorAll("input[data-record]")) {
  if (canRecord) addRecorder(field);
  else if (!isSecureContext) {
    field.closest("label").after(element("p", { className: "note", textContent: messages.insecure }));
  }
}
