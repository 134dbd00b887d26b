;;; What Emacs shows of a model with editors/emacs and Eglot, as one line of JSON.  -*- lexical-binding: t; -*-

(require 'package)
(package-initialize)
(require 'json)
(require 'eglot)
(require 'flymake)
(add-to-list 'load-path (concat (getenv "SYSML_EDITORS") "/emacs"))
(require 'sysml-mode)
(setq sysml-command (append (json-parse-string (getenv "SYSML_COMMAND")) nil)
      eglot-connect-timeout 60
      eglot-sync-connect 60)

(find-file (getenv "SYSML_MODEL"))
(apply #'eglot (eglot--guess-contact))
(let ((rounds 600))
  (while (and (> rounds 0) (null (flymake-diagnostics)))
    (accept-process-output nil 0.1)
    (setq rounds (1- rounds))))

(let* ((server (eglot-current-server))
       (request (lambda (method line character)
                  (jsonrpc-request server method
                                   (list :textDocument (list :uri (eglot--path-to-uri (buffer-file-name)))
                                         :position (list :line line :character character)))))
       (definition (funcall request :textDocument/definition 2 34)))
  (font-lock-ensure)
  (princ (concat
          (json-encode
           (list :filetype (string-remove-suffix "-mode" (symbol-name major-mode))
                 :findings (mapcar #'flymake-diagnostic-text (flymake-diagnostics))
                 :hover (plist-get (plist-get (funcall request :textDocument/hover 2 34) :contents) :value)
                 :definition (plist-get (plist-get (plist-get (aref definition 0) :range) :start) :line)
                 :completion (mapcar (lambda (item) (plist-get item :label))
                                     (plist-get (funcall request :textDocument/completion 3 16) :items))
                 :coloured (eq (get-text-property 1 'face) 'font-lock-keyword-face)))
          "\n"))
  (eglot-shutdown server))
;;; emacs.el ends here
